/** Props that make a box with overflow focusable, so that it can be scrolled by keyboard, and name it for screen readers. */
export function scrollable(label: string) {
  return { role: 'group', 'aria-label': label, tabIndex: 0 }
}
