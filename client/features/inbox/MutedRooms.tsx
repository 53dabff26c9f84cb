import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { roomName } from '#client/features/hubs/hubs.members.ts'
import { hubInfoQuery } from '#client/features/hubs/hubs.queries.ts'
import { useKeepHub } from '#client/features/hubs/useKeepHub.ts'
import { mutedHubNosAtom } from '#client/live/unread.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Message } from '#client/ui/Message.tsx'

/** Of which rooms one is told nothing but what is said to oneself, and where that ends. */
export function MutedRooms() {
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
  const keeping = useKeepHub()
  const nameId = `muted-room-${hubNo}`
  return (
    <li className="muted-room">
      <span className="muted-room__name" id={nameId}>
        {room.data ? roomName(room.data, userNo) : room.error ? failureText(room.error) : '…'}
      </span>
      <Button
        kind="quiet"
        aria-describedby={nameId}
        busy={keeping.isPending}
        onClick={() => keeping.mutate({ hubNo, isMuted: false })}
      >
        {t('hubs.unmute')}
      </Button>
      {keeping.error && <Message kind="error">{failureText(keeping.error)}</Message>}
    </li>
  )
}
