/** A brand's picture, or the default drawing; also on published pages. */
export const BrandMark = ({ picture }: { picture: string }) =>
  picture ? (
    <img src={picture} width="26" height="26" alt="" />
  ) : (
    <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M7.5 6.5V19H20M7.5 9.5A9.5 9.5 0 0 1 17 19" />
    </svg>
  );
