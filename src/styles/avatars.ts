/**
 * Drawings for people without a picture: a duotone on a grid of 40, in the colour of the element;
 * `var(--shade)` is its darker tone. The ground is the element's own background.
 */
export const avatarDesigns: readonly string[] = [
  '<circle cx="15" cy="17" r="11"/><circle cx="27" cy="25" r="9" fill="var(--shade)" fill-opacity=".85"/>',
  '<path d="M0 20h40v20H0z"/><circle cx="20" cy="20" r="9" fill="var(--shade)"/>',
  '<path d="M0 40 40 0v40z"/><path d="M20 20 40 0v20z" fill="var(--shade)"/>',
  '<path d="M0 8h40v8H0zm0 16h40v8H0z"/><path d="M20 0h20v40H20z" fill="var(--shade)" fill-opacity=".5"/>',
  '<path d="M20 20V0A20 20 0 0 0 0 20zm0 0v20a20 20 0 0 0 20-20z"/><circle cx="28" cy="12" r="5" fill="var(--shade)"/>',
  '<path d="M0 11a29 29 0 0 1 29 29H0z"/><path d="M0 26a14 14 0 0 1 14 14H0z" fill="var(--shade)"/>',
  '<path d="M20 0h20v40H20z"/><path d="M20 8a12 12 0 0 0 0 24z"/><path d="M20 8a12 12 0 0 1 0 24z" fill="var(--shade)"/>',
  '<path d="m0 34 15-20 15 20v6H0z"/><path d="m14 34 12-15 14 17v4H14z" fill="var(--shade)"/>',
  '<circle cx="20" cy="20" r="14"/><circle cx="20" cy="20" r="6" fill="var(--shade)"/>',
  '<path d="M0 0h20v20H0zm20 20h20v20H20z"/><path d="M20 10h10v10H20z" fill="var(--shade)"/>',
  '<path d="M0 16c10-8 15 8 25 0 6-5 10-3 15 0v24H0z"/><path d="M0 28c10-8 15 8 25 0 6-5 10-3 15 0v12H0z" fill="var(--shade)"/>',
  '<path d="M20 5 35 20 20 35 5 20z"/><path d="M20 20h15L20 35z" fill="var(--shade)"/>',
];
