import './Icon.css'

/** Drawn on 24 by 24, in strokes. */
const drawings = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M6 9l6 6 6-6',
  back: 'M15 6l-6 6 6 6',
  share: 'M12 15V4M8 7.5L12 4l4 3.5M6 12H5v8h14v-8h-1',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5l10 6.5-10 6.5z',
  pin: 'M9 4h6l-.5 6 3.5 3.5H6L9.5 10zM12 13.5V20',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  pen: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  history: 'M4 5v5h5M4.6 10A8 8 0 1 1 4 13M12 8v5l3 2',
  outline: 'M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
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
