import { useAtomValue } from 'jotai'
import { type MouseEvent, useRef } from 'react'
import { isAlone } from '#client/features/hubs/hubs.members.ts'
import { RoomAvatars } from '#client/features/hubs/RoomRowParts.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { ShortNames, shortNames } from '#client/ui/names.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { setWriting, startShare, undoShare, useSharing, withdrawShare } from './shares.actions.ts'
import { sendPendingShare } from './shares.pending.ts'

interface ShareRowProps {
  noteNo: number
  hub: HubView
  /** The author has left the room; the row is a placeholder. */
  isGone: boolean
  isShared: boolean
  /** The members of the room may write the note. */
  isWritable: boolean
  /** Number of members who have opened the note. */
  readCount: number
  /** User numbers of those members, as far as known. */
  readerNos: readonly number[]
}

export function ShareRow({ noteNo, hub, isGone, isShared, isWritable, readCount, readerNos }: ShareRowProps) {
  const { userNo } = useAtomValue(authAtom)
  const { hubNo } = hub
  const sharing = { noteNo, hubNo }
  const { secondsLeft: seconds, isInFlight } = useSharing(sharing)
  const button = useRef<HTMLButtonElement>(null)
  const isAloneInHub = isAlone(hub, userNo)
  const namesId = `share-${hubNo}`
  const isPending = seconds !== null && !isShared

  function handleClick({ detail: clicks }: MouseEvent) {
    // The second click of a double click was meant for the previous button.
    if (clicks > 1) return
    if (isShared) withdrawShare(sharing)
    else if (isPending) undoShare(sharing)
    else startShare(sharing)
  }

  function shareNow() {
    button.current?.focus()
    sendPendingShare(sharing)
  }

  return (
    <li className={`share-row ${isGone ? 'share-row--gone' : ''}`} inert={isGone}>
      <RoomAvatars hub={hub} />
      <div className="share-row__text">
        <p className="share-row__names" id={namesId}>
          {isGone ? (
            t('hubs.gone')
          ) : hub.name ? (
            <bdi>{hub.name}</bdi>
          ) : isAloneInHub ? (
            t('hubs.onlyMe')
          ) : (
            <ShortNames names={hub.names} />
          )}
        </p>
        <div className="share-row__meta">
          {isPending && (
            <>
              <p className="share-row__countdown">{t('shares.secondsLeft', { seconds })}</p>
              <Button kind="quiet" className="share-row__now" onClick={shareNow} aria-describedby={namesId}>
                {t('shares.shareNow')}
              </Button>
            </>
          )}
          {!isPending && !isAloneInHub && (
            <p className="share-row__audience">
              {isShared ? readersText(readCount) : t('shares.audience', { count: hub.userNos.length })}
              {isShared && <Readers hub={hub} readerNos={readerNos} />}
              {!isShared && hub.name && <Names names={hub.names} />}
            </p>
          )}
          {isShared && (
            <Link className="share-row__link" to={paths.discussion(hubNo)} aria-describedby={namesId}>
              {t('shares.seeInRoom')}
            </Link>
          )}
        </div>
      </div>
      <Button
        ref={button}
        className={`share-row__button ${isShared ? 'share-row__button--shared' : ''}`}
        busy={isInFlight}
        onClick={handleClick}
        aria-describedby={namesId}
      >
        {t(isShared ? 'shares.cancel' : isPending ? 'common.undo' : 'shares.share')}
      </Button>
      {isShared && !isAloneInHub && (
        <div className="share-row__writing">
          <Switch
            label={t('shares.writing')}
            checked={isWritable}
            onChange={isOn => void setWriting(sharing, isOn)}
          />
          <p>{t('shares.writingWho', { names: shortNames(hub.names) })}</p>
        </div>
      )}
    </li>
  )
}

function Readers({ hub, readerNos }: Pick<ShareRowProps, 'hub' | 'readerNos'>) {
  const names = readerNos.flatMap(userNo => hub.names[hub.userNos.indexOf(userNo)] ?? [])
  return names.length > 0 && <Names names={names} />
}

function Names({ names }: { names: readonly string[] }) {
  return <span title={names.join(', ')}> · {shortNames(names)}</span>
}

function readersText(count: number): string {
  return count === 0 ? t('shares.notReadYet') : t('shares.readCount', { count })
}
