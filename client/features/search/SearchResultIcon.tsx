import { IconPath } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

/** Separate from ToolIcon, to keep these out of the first page. */
const drawings = {
  find: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20',
  note: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6',
  folder: 'M3.5 6h6l2 2.5h9V19h-17z',
  room: 'M4 5h16v11H10.5L6.5 20v-4H4z',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.4-3.7 3-5.5 6.5-5.5s6.1 1.8 6.5 5.5M15.5 4.9a3.5 3.5 0 0 1 0 6.3M18 15c2 .8 3.2 2.5 3.5 5',
} as const

export type SearchResultIconName = keyof typeof drawings | 'pen' | 'bell' | 'trash'

const isOwn = (name: SearchResultIconName): name is keyof typeof drawings => name in drawings

export function SearchResultIcon({ name }: { name: SearchResultIconName }) {
  return isOwn(name) ? <IconPath path={drawings[name]} /> : <ToolIcon name={name} />
}
