/** A phone on its side or with its keyboard open, or 400 % zoom: of all bars the header alone stays in view. The same in tokens.css. */
export const LOW_WINDOW = '(max-height: 519.98px)'
