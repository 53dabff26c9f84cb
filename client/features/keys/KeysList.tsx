import { useAtom } from 'jotai'
import { Fragment, useId } from 'react'
import { keycapsOf } from '#client/features/notes/editor/keys/note.keysText.ts'
import { t } from '#client/platform/language/language.ts'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { type KeysGroup, type KeysRow, keysGroups } from './keys.groups.ts'
import { opensByQuestionMarkAtom } from './keys.opening.ts'
import './keysList.css'

/** What keys do, everywhere. */
export function KeysList({ onClose }: { onClose: () => void }) {
  const [byQuestionMark, setByQuestionMark] = useAtom(opensByQuestionMarkAtom)
  const hintId = useId()
  return (
    <Dialog open onClose={onClose} title={t('keys.title')}>
      <div className="keys-list">
        {keysGroups.map(group => (
          <Group key={group.title} {...group} />
        ))}
      </div>
      <div className="keys-list__switch">
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

function Group({ title, rows }: KeysGroup) {
  return (
    <section className="keys-list__group">
      <h3>{t(title)}</h3>
      <dl>
        {rows.map(row => (
          <Row key={row.label} {...row} />
        ))}
      </dl>
    </section>
  )
}

function Row({ label, shortcuts }: KeysRow) {
  return (
    <div className="keys-list__row">
      <dt>{t(label)}</dt>
      <dd>
        {shortcuts.map(shortcut => (
          <span key={keycapsOf(shortcut).join()} className="keys-list__keys">
            {keycapsOf(shortcut).map((sign, place) => (
              <Fragment key={sign}>
                {place > 0 && ' '}
                <kbd>{sign}</kbd>
              </Fragment>
            ))}
          </span>
        ))}
      </dd>
    </div>
  )
}
