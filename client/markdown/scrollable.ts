import './scrolling.css'

/** Makes a box that may be wider than the page reachable by keyboard, and says what it is. */
export function scrollable(label: string) {
  return { role: 'group', 'aria-label': label, tabIndex: 0 }
}
