import './TypingDots.css'

/** An animation of manuscript squares that are being filled. Decorative: the text beside it says who is typing. */
export function TypingDots() {
  return (
    <span className="typing-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}
