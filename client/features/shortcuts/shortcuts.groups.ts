import { nextRoom, previousRoom } from '#client/features/hubs/roomShortcuts.ts'
import { editorCommands } from '#client/features/notes/editor/commands/note.commands.ts'
import { SCREEN_SHORTCUTS, type ScreenKeys } from '#client/features/notes/editor/keys/useEditorKeys.ts'
import { newNoteShortcut } from '#client/features/notes/newNoteShortcut.ts'
import type { Shortcut } from '#client/platform/browser/keyboard.ts'
import type { TextKey } from '#protocol/text/index.ts'

type Label = Extract<TextKey, `keys.${string}` | `notes.tool${string}`>

export interface ShortcutRow {
  label: Label
  /** Alternatives, or the steps of a sequence. */
  shortcuts: readonly Shortcut[]
}

export interface ShortcutGroup {
  title: Extract<TextKey, `keys.${string}`>
  rows: readonly ShortcutRow[]
}

const SCREEN_LABELS: Record<keyof ScreenKeys, Label> = {
  save: 'keys.save',
  saveAndLeave: 'keys.saveAndLeave',
  switchMode: 'keys.switchMode',
  print: 'keys.print',
}

/** Labels of editor commands that have no button. */
const COMMAND_LABELS: Record<string, Label> = {
  heading1: 'keys.heading1',
  heading3: 'keys.heading3',
  linesUp: 'keys.linesUp',
  linesDown: 'keys.linesDown',
  indent: 'keys.indent',
  outdent: 'keys.outdent',
  continue: 'keys.continue',
  clearLinePrefix: 'keys.clearHead',
}

const screenRows = Object.entries(SCREEN_LABELS).map(([name, label]) => ({
  label,
  shortcuts: [SCREEN_SHORTCUTS[name as keyof ScreenKeys]],
}))

const commandRows = editorCommands.flatMap(({ id, keys, tool }): ShortcutRow[] => {
  const label = tool?.label ?? COMMAND_LABELS[id]
  return keys && label ? [{ label, shortcuts: [keys] }] : []
})

const row = (label: Label, ...shortcuts: Shortcut[]): ShortcutRow => ({ label, shortcuts })

/** All shortcuts, by where they work. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'keys.everywhere',
    rows: [
      row('keys.find', { code: 'KeyK', ctrl: true }),
      row('keys.newNote', newNoteShortcut),
      row('keys.help', { code: 'Slash', ctrl: true }, { code: '?' }),
    ],
  },
  {
    title: 'keys.writing',
    rows: [...screenRows, ...commandRows, row('keys.leaveText', { code: 'Escape' }, { code: 'Tab' })],
  },
  {
    title: 'keys.lists',
    rows: [
      row('keys.rows', { code: 'ArrowDown' }, { code: 'ArrowUp' }),
      row('keys.ends', { code: 'Home' }, { code: 'End' }),
      row('keys.endSelection', { code: 'Escape' }),
    ],
  },
  {
    title: 'keys.rooms',
    rows: [row('keys.neighbours', nextRoom, previousRoom)],
  },
  {
    title: 'keys.talking',
    rows: [row('keys.send', { code: 'Enter', ctrl: true }), row('keys.giveUp', { code: 'Escape' })],
  },
  {
    title: 'keys.history',
    rows: [row('keys.nextChange', { code: 'F7' }), row('keys.previousChange', { code: 'F7', shift: true })],
  },
]
