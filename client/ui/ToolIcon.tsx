import { Drawing, Icon, type IconName } from './Icon.tsx'

/** What the first page does without: of tools and menus. Drawn as the others are. */
const drawings = {
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  folder: 'M4 6h6l2 2.5h8V19H4z',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v11M8 11.5l4 4 4-4M5 20h14',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  bold: 'M8 5h5a3.5 3.5 0 0 1 0 7H8zM8 12h6a3.5 3.5 0 0 1 0 7H8z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  heading: 'M7 5v14M17 5v14M7 12h10',
  bullets: 'M10 6h10M10 12h10M10 18h10M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  task: 'M5 5h14v14H5zM8.5 12l2.5 2.5 4.5-5',
  quote: 'M5 5v14M10 7h10M10 12h10M10 17h6',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5',
  formula: 'M18 7V5H6l6 7-6 7h12v-2',
} as const

export type ToolIconName = keyof typeof drawings | IconName

const isTool = (name: ToolIconName): name is keyof typeof drawings => name in drawings

/** For the eye only: the button around it bears the words. */
export function ToolIcon({ name }: { name: ToolIconName }) {
  return isTool(name) ? <Drawing path={drawings[name]} /> : <Icon name={name} />
}
