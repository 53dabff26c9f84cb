import { Icon, type IconName, IconPath } from './Icon.tsx'

/** The icons that the first page does not need, in the style of Icon.tsx. */
const icons = {
  find: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20',
  note: 'M6 4h12v16H6zM9.5 8.5h5M9.5 12h5M9.5 15.5h3',
  talk: 'M4 5h16v11h-9l-4 3.5V16H4z',
  mention:
    'M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM15.5 8.5V13.2a2.3 2.3 0 0 0 4.5 0V12a8 8 0 1 0-3.2 6.4',
  plus: 'M12 5v14M5 12h14',
  addPerson: 'M6 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M3.5 20a6 6 0 0 1 12 0M18.5 8.5v6M15.5 11.5h6',
  share: 'M12 15V4M8 7.5L12 4l4 3.5M6 12H5v8h14v-8h-1',
  globe: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M4 12h16M12 4c5 4.5 5 11.5 0 16M12 4c-5 4.5-5 11.5 0 16',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5l10 6.5-10 6.5z',
  pin: 'M9 4h6l-.5 6 3.5 3.5H6L9.5 10zM12 13.5V20',
  bell: 'M5 16h14l-2-3.5v-3a5 5 0 0 0-10 0v3zM10 19a2.2 2.2 0 0 0 4 0',
  bellOff: 'M7 9.5a5 5 0 0 1 8-3.6M17 9.5v3l2 3.5H9M7 9.5v3L5 16h4M10 19a2.2 2.2 0 0 0 4 0M4.5 4l15 15.5',
  settings: 'M4 8h9M17 8h3M4 16h3M11 16h9M13 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  pen: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  history: 'M4 5v5h5M4.6 10A8 8 0 1 1 4 13M12 8v5l3 2',
  outline: 'M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  feed: 'M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M6 18.5h.01',
  leave: 'M14 7V4H5v16h9v-3M10 12h10M16.5 8.5L20 12l-3.5 3.5',
  warning: 'M12 4.5L3.5 19.5h17zM12 10v4.5M12 17h.01',
  flag: 'M6 20V4M6 5h12l-2.5 4 2.5 4H6',
  off: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M8.5 12h7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  folder: 'M4 6h6l2 2.5h8V19H4z',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v11M8 11.5l4 4 4-4M5 20h14',
  upload: 'M12 15V4M8 7.5L12 4l4 3.5M5 20h14',
  up: 'M12 19V5M6.5 10.5L12 5l5.5 5.5',
  down: 'M12 5v14M6.5 13.5L12 19l5.5-5.5',
  reply: 'M9 6L4 11l5 5M4 11h9a7 7 0 0 1 7 7v1',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4',
  bold: 'M8 5h5a3.5 3.5 0 0 1 0 7H8zM8 12h6a3.5 3.5 0 0 1 0 7H8z',
  strike:
    'M5 12h14M16 7.5A3.5 3 0 0 0 12.5 5h-1.7a3 3 0 0 0-2.6 4.5M8 16a3.6 3.3 0 0 0 3.6 3h1a3.3 3.3 0 0 0 3.1-4.5',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  heading: 'M7 5v14M17 5v14M7 12h10',
  bullets: 'M10 6h10M10 12h10M10 18h10M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  numbers:
    'M10 6h10M10 12h10M10 18h10M4 4.5L5 4v4M4 11.2c.8-1 2-.4 1.6.5L4 14h2M4 16.3h1.7L4.8 17.6c1.4 0 1.2 2 0 2-.4 0-.7-.2-.9-.5',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M12 5v14',
  callout: 'M4 5h16v11h-9l-4 3.5V16H4zM12 8v3M12 13.4h.01',
  rule: 'M4 12h16M7 7h10M7 17h10',
  replace: 'M5 8h9l-2.5-2.5M19 16h-9l2.5 2.5M5 12h.01M19 12h.01',
  task: 'M5 5h14v14H5zM8.5 12l2.5 2.5 4.5-5',
  quote: 'M5 5v14M10 7h10M10 12h10M10 17h6',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
  formula: 'M18 7V5H6l6 7-6 7h12v-2',
} as const

export type ToolIconName = keyof typeof icons | IconName

const isTool = (name: ToolIconName): name is keyof typeof icons => name in icons

/** Decorative: the button around it has the label. */
export function ToolIcon({ name }: { name: ToolIconName }) {
  return isTool(name) ? <IconPath path={icons[name]} /> : <Icon name={name} />
}
