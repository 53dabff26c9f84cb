import { useAtomValue } from 'jotai'
import { isAlone, peopleOf } from '#client/features/hubs/hubs.members.ts'
import { t } from '#client/platform/language.ts'
import { authAtom } from '#client/platform/session.ts'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { Button } from '#client/ui/Button.tsx'
import { shortNames } from '#client/ui/names.ts'
import type { HubView } from '#protocol/hubs.ts'
import { useSetSharing } from './shares.queries.ts'

interface ShareRowProps {
  noteNo: number
  hub: HubView
  isShared: boolean
  onDone: (sentence: string) => void
  onFailed: (error: Error) => void
}

export function ShareRow({ noteNo, hub, isShared, onDone, onFailed }: ShareRowProps) {
  const { userNo } = useAtomValue(authAtom)
  const sharing = useSetSharing(noteNo, hub.hubNo)
  const alone = isAlone(hub, userNo)
  const namesId = `share-${hub.hubNo}`

  function toggle() {
    sharing.mutate(!isShared, {
      onSuccess: (_, shared) => onDone(t(shared ? 'shares.shared' : 'shares.cancelled')),
      onError: onFailed,
    })
  }

  return (
    <li className="share-row">
      <span className="share-row__faces">
        <AvatarGroup people={peopleOf(hub)} />
      </span>
      <div className="share-row__text" id={namesId}>
        <p className="share-row__names" title={hub.names.join(', ')}>
          {alone ? t('hubs.onlyMe') : shortNames(hub.names)}
        </p>
        {!alone && (
          <p className="share-row__audience">{t('shares.audience', { count: hub.userNos.length })}</p>
        )}
      </div>
      <Button
        className="share-row__button"
        kind={isShared ? 'plain' : 'primary'}
        busy={sharing.isPending}
        onClick={toggle}
        aria-describedby={namesId}
      >
        {t(isShared ? 'shares.cancel' : 'shares.share')}
      </Button>
    </li>
  )
}
