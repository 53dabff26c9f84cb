import { useAtom } from 'jotai'
import { Fragment, useId } from 'react'
import { nextRoom, previousRoom } from '#client/features/hubs/hubs.state.ts'
import { editorCommands } from '#client/features/notes/editor/commands/note.commands.ts'
import {
  getKeycaps,
  SCREEN_SHORTCUTS,
  type ScreenKeys,
} from '#client/features/notes/editor/commands/useEditorKeys.ts'
import { NEXT_MATCH, PREVIOUS_MATCH } from '#client/features/notes/find/find.keys.ts'
import { newNoteShortcut } from '#client/features/notes/newNoteShortcut.ts'
import { nextPassage, previousPassage } from '#client/features/passages/passages.keys.ts'
import { dailyNoteShortcut } from '#client/features/templates/dailyNoteShortcut.ts'
import type { Shortcut } from '#client/platform/browser/keyboard.ts'
import { t } from '#client/platform/language/language.ts'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { TextKey } from '#protocol/text/index.ts'
import { opensByQuestionMarkAtom } from './shortcutsDialog.state.ts'
import './shortcuts.css'

/** The list of all keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [byQuestionMark, setByQuestionMark] = useAtom(opensByQuestionMarkAtom)
  const hintId = useId()
  return (
    <Dialog open onClose={onClose} title={t('keys.title')}>
      <div className="shortcuts-list">
        {shortcutGroups.map(group => (
          <Group key={group.title} {...group} />
        ))}
      </div>
      <div className="shortcuts-list__switch">
        <Checkbox
          label={t('keys.byQuestionMark')}
          checked={byQuestionMark}
          onChange={setByQuestionMark}
          describedBy={hintId}
        />
        <p id={hintId}>{t('keys.byQuestionMarkHint')}</p>
      </div>
    </Dialog>
  )
}

function Group({ title, rows }: ShortcutGroup) {
  return (
    <section className="shortcuts-list__group">
      <h3>{t(title)}</h3>
      <dl>
        {rows.map(row => (
          <Row key={row.label} {...row} />
        ))}
      </dl>
    </section>
  )
}

function Row({ label, shortcuts }: ShortcutRow) {
  return (
    <div className="shortcuts-list__row">
      <dt>{t(label)}</dt>
      <dd>
        {shortcuts.map(shortcut => (
          <span key={getKeycaps(shortcut).join()} className="shortcuts-list__keys">
            {getKeycaps(shortcut).map((keycap, index) => (
              <Fragment key={keycap}>
                {index > 0 && ' '}
                <kbd>{keycap}</kbd>
              </Fragment>
            ))}
          </span>
        ))}
      </dd>
    </div>
  )
}

type Label = Extract<TextKey, `keys.${string}` | `notes.tool${string}`>

interface ShortcutRow {
  label: Label
  /** Alternatives, or the steps of a sequence. */
  shortcuts: readonly Shortcut[]
}

interface ShortcutGroup {
  title: Extract<TextKey, `keys.${string}`>
  rows: readonly ShortcutRow[]
}

const SCREEN_LABELS: Record<keyof ScreenKeys, Label> = {
  save: 'keys.save',
  saveAndLeave: 'keys.saveAndLeave',
  switchMode: 'keys.switchMode',
  print: 'keys.print',
  find: 'keys.findInNote',
  replace: 'keys.replaceInNote',
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
      row('keys.dailyNote', dailyNoteShortcut),
      row('keys.help', { code: 'Slash', ctrl: true }, { code: '?' }),
    ],
  },
  {
    title: 'keys.writing',
    rows: [
      ...screenRows,
      row('keys.nextMatch', NEXT_MATCH, PREVIOUS_MATCH),
      ...commandRows,
      row('keys.leaveText', { code: 'Escape' }, { code: 'Tab' }),
    ],
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
    title: 'keys.reading',
    rows: [row('keys.passages', nextPassage, previousPassage)],
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
