import { useAtom } from 'jotai'
import { Fragment, useId } from 'react'
import { getKeycaps } from '#client/features/notes/editor/keys/useEditorKeys.ts'
import { t } from '#client/platform/language/language.ts'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { type ShortcutGroup, type ShortcutRow, shortcutGroups } from './shortcuts.groups.ts'
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
