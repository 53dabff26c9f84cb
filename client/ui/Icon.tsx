import './Icon.css'

/** Those of the first page, drawn on 24 by 24, in strokes; all others stand in ToolIcon.tsx. */
const drawings = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M6 9l6 6 6-6',
  back: 'M15 6l-6 6 6 6',
} as const

export type IconName = keyof typeof drawings

/** For the eye only: the button around it bears the words. */
export function Icon({ name }: { name: IconName }) {
  return <Drawing path={drawings[name]} />
}

export function Drawing({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
