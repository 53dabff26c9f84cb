import './DecorativeText.css'

/**
 * Words that stand for themselves elsewhere on the screen: drawn here as well, while finding on the page and a screen reader
 * meet them once. A link around them bears them as its name.
 */
export function DecorativeText({ words }: { words: string }) {
  return <span className="echo" data-words={words} aria-hidden="true" />
}
