import './TypingDots.css'

/** Squares of a manuscript that are being filled: for the eye, beside words that say who is writing. */
export function TypingDots() {
  return (
    <span className="writing-squares" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}
