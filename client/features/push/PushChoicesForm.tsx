import { useId } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { shortNames } from '#client/ui/names.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { FIRST_CHOICES, type PushChoices, type PushKind, type PushRoom, pushKinds } from '#protocol/push.ts'
import type { TextKey } from '#protocol/text/index.ts'

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

/** The kinds of push notifications of this device. Each change is saved at once. */
export function PushChoicesForm({ choices, rooms, onChoose }: PushChoicesFormProps) {
  const { kinds, quiet, showsText, offHubNos } = choices
  const change = (changes: Partial<PushChoices>) => onChoose({ ...choices, ...changes })
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
              change({
                kinds: pushKinds.filter(otherKind =>
                  otherKind === kind ? checked : kinds.includes(otherKind),
                ),
              })
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

type Hours = NonNullable<PushChoices['quiet']>

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface QuietHoursProps {
  quiet: Hours
  onChange: (quiet: Hours) => void
}

/** Start and end of the quiet hours. They are never the same hour, which would mean always or never. */
function QuietHours({ quiet, onChange }: QuietHoursProps) {
  return (
    <div className="push__hours">
      <HourSelect
        label={t('push.quietFrom')}
        hour={quiet.from}
        excludedHour={quiet.to}
        onChange={from => onChange({ ...quiet, from })}
      />
      <HourSelect
        label={t('push.quietTo')}
        hour={quiet.to}
        excludedHour={quiet.from}
        onChange={to => onChange({ ...quiet, to })}
      />
    </div>
  )
}

interface HourSelectProps {
  label: string
  hour: number
  excludedHour: number
  onChange: (hour: number) => void
}

function HourSelect({ label, hour, excludedHour, onChange }: HourSelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select
        className="field__control"
        id={id}
        value={hour}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        {HOURS.filter(otherKind => otherKind !== excludedHour).map(otherKind => (
          <option key={otherKind} value={otherKind}>
            {t('push.hour', { hour: String(otherKind).padStart(2, '0') })}
          </option>
        ))}
      </select>
    </div>
  )
}

interface PushRoomsProps {
  rooms: readonly PushRoom[]
  offHubNos: readonly number[]
  onChange: (offHubNos: number[]) => void
}

/** The rooms that notify this device. Muted rooms are listed as such and have no checkbox. */
function PushRooms({ rooms, offHubNos, onChange }: PushRoomsProps) {
  if (rooms.length === 0) return <p className="push__meaning">{t('push.noRooms')}</p>
  const unmutedRooms = rooms.filter(({ isMuted }) => !isMuted)
  const chosenCount = unmutedRooms.filter(({ hubNo }) => !offHubNos.includes(hubNo)).length
  // Drop rooms that the user has left.
  const off = unmutedRooms.map(({ hubNo }) => hubNo).filter(hubNo => offHubNos.includes(hubNo))
  return (
    <Disclosure summary={t('push.rooms', { chosen: chosenCount, all: rooms.length })}>
      <p className="push__meaning">{t('push.roomsMeaning')}</p>
      <ul className="push__rooms">
        {rooms.map(({ hubNo, name, names, isMuted }) => (
          <li key={hubNo}>
            {isMuted ? (
              <p className="push__muted">
                {name || shortNames(names)} <span className="push__meaning">{t('push.mutedRoom')}</span>
              </p>
            ) : (
              <Checkbox
                label={name || shortNames(names)}
                checked={!offHubNos.includes(hubNo)}
                onChange={checked => onChange(checked ? off.filter(no => no !== hubNo) : [...off, hubNo])}
              />
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
