/** A highlighter above its line. The line is filled if the user has highlighted. Decorative: the button has a text. */
export function PenIcon({ isFilled = false }: { isFilled?: boolean }) {
  return (
    <svg
      className={`icon pen-icon ${isFilled ? 'pen-icon--filled' : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d="M8.5 13.5L16 4l4 3.2-7.5 9.3H8.5z" />
      <path className="pen-icon__line" d="M4 20.5h16" />
    </svg>
  )
}
