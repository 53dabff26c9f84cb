import { t } from '#client/platform/language/language.ts'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { FIRST_CHOICES, type PushChoices, type PushKind, type PushRoom, pushKinds } from '#protocol/push.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { PushRooms } from './PushRooms.tsx'
import { QuietHours } from './QuietHours.tsx'

const LABELS = {
  note: 'push.kind.note',
  toMe: 'push.kind.toMe',
  comment: 'push.kind.comment',
  empathy: 'push.kind.empathy',
  invited: 'push.kind.invited',
  answer: 'push.kind.answer',
  device: 'push.kind.device',
} as const satisfies Record<PushKind, TextKey>

interface PushChoicesFormProps {
  choices: PushChoices
  rooms: readonly PushRoom[]
  onChoose: (choices: PushChoices) => void
}

/** What a device tells: each change counts at once. */
export function PushChoicesForm({ choices, rooms, onChoose }: PushChoicesFormProps) {
  const { kinds, quiet, showsText, offHubNos } = choices
  const change = (changed: Partial<PushChoices>) => onChoose({ ...choices, ...changed })
  return (
    <>
      <fieldset className="push__group">
        <legend className="push__heading">{t('push.kinds')}</legend>
        {pushKinds.map(kind => (
          <Checkbox
            key={kind}
            label={t(LABELS[kind])}
            checked={kinds.includes(kind)}
            onChange={checked =>
              change({ kinds: pushKinds.filter(one => (one === kind ? checked : kinds.includes(one))) })
            }
          />
        ))}
      </fieldset>
      <div className="push__group">
        <Switch
          label={t('push.quiet')}
          checked={quiet !== null}
          onChange={checked => change({ quiet: checked ? FIRST_CHOICES.quiet : null })}
        />
        {quiet && <QuietHours quiet={quiet} onChange={hours => change({ quiet: hours })} />}
        <p className="push__meaning">{t('push.quietMeaning')}</p>
      </div>
      <div className="push__group">
        <Switch
          label={t('push.showsText')}
          checked={showsText}
          onChange={checked => change({ showsText: checked })}
        />
        <p className="push__meaning">{t('push.showsTextMeaning')}</p>
      </div>
      <PushRooms rooms={rooms} offHubNos={offHubNos} onChange={off => change({ offHubNos: off })} />
    </>
  )
}
