import { useId } from 'react'
import { t } from '#client/platform/language/language.ts'
import type { PushChoices } from '#protocol/push.ts'

type Hours = NonNullable<PushChoices['quiet']>

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface QuietHoursProps {
  quiet: Hours
  onChange: (quiet: Hours) => void
}

/** From which hour to which; never the same, which would be always or never. */
export function QuietHours({ quiet, onChange }: QuietHoursProps) {
  return (
    <div className="push__hours">
      <HourSelect
        label={t('push.quietFrom')}
        hour={quiet.from}
        without={quiet.to}
        onChange={from => onChange({ ...quiet, from })}
      />
      <HourSelect
        label={t('push.quietTo')}
        hour={quiet.to}
        without={quiet.from}
        onChange={to => onChange({ ...quiet, to })}
      />
    </div>
  )
}

interface HourSelectProps {
  label: string
  hour: number
  without: number
  onChange: (hour: number) => void
}

function HourSelect({ label, hour, without, onChange }: HourSelectProps) {
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
        {HOURS.filter(one => one !== without).map(one => (
          <option key={one} value={one}>
            {t('push.hour', { hour: String(one).padStart(2, '0') })}
          </option>
        ))}
      </select>
    </div>
  )
}
