import { t } from '#client/platform/language/language.ts'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { shortNames } from '#client/ui/names.ts'
import type { PushRoom } from '#protocol/push.ts'

interface PushRoomsProps {
  rooms: readonly PushRoom[]
  offHubNos: readonly number[]
  onChange: (offHubNos: number[]) => void
}

/** Which rooms a device tells of. Muted ones say so: there the device has no say. */
export function PushRooms({ rooms, offHubNos, onChange }: PushRoomsProps) {
  if (rooms.length === 0) return <p className="push__meaning">{t('push.noRooms')}</p>
  const open = rooms.filter(({ isMuted }) => !isMuted)
  const chosen = open.filter(({ hubNo }) => !offHubNos.includes(hubNo)).length
  // Of rooms that were left nothing need be remembered.
  const off = open.map(({ hubNo }) => hubNo).filter(hubNo => offHubNos.includes(hubNo))
  return (
    <Disclosure summary={t('push.rooms', { chosen, all: rooms.length })}>
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
