/** The brand mark as a data address: a page asks for no icon file. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="6" fill="#0081ff"/><path d="M7.5 6.5v12.5h12M7.5 9.5a9.5 9.5 0 0 1 9.5 9.5" fill="none" stroke="#fff" stroke-width="2"/></svg>',
)}`;
