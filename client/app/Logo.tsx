import './Logo.css'

/** The syllable 글 in a square of manuscript paper. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect className="logo__square" x="1.5" y="1.5" width="29" height="29" rx="4" />
      <path className="logo__syllable" d="M10.5 7.5h11v4M7 15.5h18M10.5 19.5h11v3h-11v3h11" />
    </svg>
  )
}
