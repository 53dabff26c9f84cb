import './Decorative.css'

/**
 * Repeats text that is already elsewhere on the screen. It is rendered with CSS `content` and `aria-hidden`, so that find-in-page and
 * screen readers meet it only once. A surrounding link needs this text as its accessible name.
 */
export function DecorativeText({ words }: { words: string }) {
  return <span className="decorative-text" data-words={words} aria-hidden="true" />
}

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
