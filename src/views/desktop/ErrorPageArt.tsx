import '#styles/desktop/error-page-art.css';

interface Props {
  code: number;
  /** Label of the dimension line. */
  width: string;
  height: string;
}

export function ErrorPageArt({ code, width, height }: Props) {
  return (
    <svg className="plan" viewBox="0 0 560 420" aria-hidden="true">
      <defs>
        <pattern id="squares" width="24" height="24" patternUnits="userSpaceOnUse" x="3" y="5">
          <path d="M.5 0v24M0 .5h24"></path>
        </pattern>
      </defs>
      <path fill="url(#squares)" d="M0 0h560v420H0z"></path>
      <path className="clear" d="M91.5 77.5h376v264h-376z"></path>
      <path
        className="faint"
        d="M91.5 109.500l144 62M467.5 109.500l-144 62M91.5 341.500l144-92M467.5 341.500l-144-92"
      ></path>
      <path
        className="frame"
        d="M99.5 77.500h360a8 8 0 0 1 8 8v256h-376v-256a8 8 0 0 1 8-8zM91.5 109.500h376"
      ></path>
      <path
        className="pen"
        d="M109.5 88a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM128.5 88a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM279.5 135v14M279.5 301v14M190 225h14M355 225h14"
      ></path>
      <circle className="pen clear" cx="279.5" cy="225" r="64"></circle>
      <text className="big" x="279.5" y="239">
        {code}
      </text>
      <path
        className="dim"
        d="M91.5 40v20M467.5 40v20M91.5 48h376M488 77.500h24M488 341.500h24M503.5 77.500v264"
      ></path>
      <path
        className="tip"
        d="m91.5 48 10-4v8zM467.5 48l-10-4v8zM503.5 77.500l-4 10h8zM503.5 341.500l-4-10h8z"
      ></path>
      <text className="word" x="279.5" y="53">
        {width}
      </text>
      <text className="word" transform="translate(498.5 209.5) rotate(90)">
        {height}
      </text>
    </svg>
  );
}
