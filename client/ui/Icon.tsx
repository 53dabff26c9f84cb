import './Icon.css'

/** The icons of the first page, as strokes in a 24 × 24 box. All others are in ToolIcon.tsx. */
const icons = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M6 9l6 6 6-6',
  back: 'M15 6l-6 6 6 6',
} as const

export type IconName = keyof typeof icons

/** Decorative: the button around it has the label. */
export function Icon({ name }: { name: IconName }) {
  return <IconPath path={icons[name]} />
}

export function IconPath({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
