import './WritingSquares.css'

/** Squares of a manuscript that are being filled: for the eye, beside words that say who is writing. */
export function WritingSquares() {
  return (
    <span className="writing-squares" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}
