import { useAtomValue } from 'jotai'
import { type MouseEvent, useRef } from 'react'
import { isAlone } from '#client/features/hubs/hubs.members.ts'
import { RoomFaces } from '#client/features/hubs/RoomFaces.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { shortNames } from '#client/ui/names.ts'
import { ShortNames } from '#client/ui/ShortNames.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { beginSharing, endSharing, takeBackSharing } from './shares.sending.ts'
import { shareAtOnce } from './shares.waiting.ts'
import { useSharing } from './useSharing.ts'

interface ShareRowProps {
  noteNo: number
  hub: HubView
  /** The author is in it no longer; it only keeps its place. */
  isGone: boolean
  isShared: boolean
  /** How many of the hub's members have opened the note. */
  readCount: number
  /** Who they are, as far as it was told. */
  readerNos: readonly number[]
}

export function ShareRow({ noteNo, hub, isGone, isShared, readCount, readerNos }: ShareRowProps) {
  const { userNo } = useAtomValue(authAtom)
  const { hubNo } = hub
  const sharing = { noteNo, hubNo }
  const { secondsLeft: seconds, isUnderWay } = useSharing(sharing)
  const button = useRef<HTMLButtonElement>(null)
  const alone = isAlone(hub, userNo)
  const namesId = `share-${hubNo}`
  const waits = seconds !== null && !isShared

  function press({ detail: clicks }: MouseEvent) {
    // The second click of a double one is meant for what stood there before.
    if (clicks > 1) return
    if (isShared) endSharing(sharing)
    else if (waits) takeBackSharing(sharing)
    else beginSharing(sharing)
  }

  function shareNow() {
    button.current?.focus()
    shareAtOnce(sharing)
  }

  return (
    <li className={`share-row ${isGone ? 'share-row--gone' : ''}`} inert={isGone}>
      <RoomFaces hub={hub} />
      <div className="share-row__text">
        <p className="share-row__names" id={namesId}>
          {isGone ? (
            t('hubs.gone')
          ) : hub.name ? (
            <bdi>{hub.name}</bdi>
          ) : alone ? (
            t('hubs.onlyMe')
          ) : (
            <ShortNames names={hub.names} />
          )}
        </p>
        <div className="share-row__facts">
          {waits && (
            <>
              <p className="share-row__left">{t('shares.secondsLeft', { seconds })}</p>
              <Button kind="quiet" className="share-row__now" onClick={shareNow} aria-describedby={namesId}>
                {t('shares.shareNow')}
              </Button>
            </>
          )}
          {isShared && (
            <Link className="share-row__link" to={paths.discussion(hubNo)} aria-describedby={namesId}>
              {t('shares.seeInRoom')}
            </Link>
          )}
          {!waits && !alone && (
            <p className="share-row__audience">
              {isShared ? readersText(readCount) : t('shares.audience', { count: hub.userNos.length })}
              {isShared && <Readers hub={hub} readerNos={readerNos} />}
            </p>
          )}
        </div>
      </div>
      <Button
        ref={button}
        className="share-row__button"
        kind={isShared || waits ? 'plain' : 'primary'}
        busy={isUnderWay}
        onClick={press}
        aria-describedby={namesId}
      >
        {t(isShared ? 'shares.cancel' : waits ? 'common.undo' : 'shares.share')}
      </Button>
    </li>
  )
}

/** By their names, as many as there is room for. */
function Readers({ hub, readerNos }: Pick<ShareRowProps, 'hub' | 'readerNos'>) {
  const names = readerNos.flatMap(userNo => hub.names[hub.userNos.indexOf(userNo)] ?? [])
  return names.length > 0 && <span title={names.join(', ')}> · {shortNames(names)}</span>
}

function readersText(count: number): string {
  return count === 0 ? t('shares.notReadYet') : t('shares.readCount', { count })
}
