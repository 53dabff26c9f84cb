import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { roomName } from '#client/features/hubs/hubs.members.ts'
import { hubInfoQuery, useUpdatePreferences } from '#client/features/hubs/hubs.queries.ts'
import { MailSettings } from '#client/features/mailNotifications/lazyMailSettings.ts'
import { mutedHubNosAtom } from '#client/live/unread.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { SkeletonRows } from '#client/ui/ListStates.tsx'
import { FailedLine, Message } from '#client/ui/Message.tsx'

const ROW_PX = 44

const PushSettings = lazyComponent(
  lazyModule(() => import('#client/features/push/PushSettings.tsx').then(part => part.PushSettings)),
  FailedLine,
)

/** Push and mail settings and muted rooms, in place of the list. */
export function InboxSettings({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <div className="inbox__settings">
      <Heading className="inbox__settings-title">{t('push.title')}</Heading>
      <PushSettings pending={<SkeletonRows rows={3} height={ROW_PX} />} />
      <MailSettings
        heading={<Heading className="inbox__settings-title">{t('mailNotifications.title')}</Heading>}
        pending={<SkeletonRows rows={3} height={ROW_PX} />}
      />
      <MutedRooms />
    </div>
  )
}

/** The muted rooms, which notify only of what is addressed to the user. */
function MutedRooms() {
  const mutedNos = useAtomValue(mutedHubNosAtom)
  const [isOpen, setOpen] = useState(false)
  if (mutedNos.length === 0) return null
  return (
    <div className="muted-rooms">
      <Disclosure summary={t('inbox.mutedRooms', { count: mutedNos.length })} onToggle={setOpen}>
        <p className="muted-rooms__meaning">{t('inbox.mutedMeaning')}</p>
        <ul>{isOpen && mutedNos.map(hubNo => <MutedRoom key={hubNo} hubNo={hubNo} />)}</ul>
      </Disclosure>
    </div>
  )
}

function MutedRoom({ hubNo }: { hubNo: number }) {
  const { userNo } = useAtomValue(authAtom)
  const room = useQuery(hubInfoQuery(hubNo))
  const preferencesMutation = useUpdatePreferences()
  const nameId = `muted-room-${hubNo}`
  return (
    <li className="muted-room">
      <span className="muted-room__name" id={nameId}>
        {room.data ? roomName(room.data, userNo) : room.error ? failureText(room.error) : '…'}
      </span>
      <Button
        kind="quiet"
        aria-describedby={nameId}
        busy={preferencesMutation.isPending}
        onClick={() => preferencesMutation.mutate({ hubNo, isMuted: false })}
      >
        {t('hubs.unmute')}
      </Button>
      {preferencesMutation.error && <Message kind="error">{failureText(preferencesMutation.error)}</Message>}
    </li>
  )
}
