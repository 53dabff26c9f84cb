import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { type InvitationView, isUsedUp } from '#protocol/invitations.ts'
import { invitationsQuery, useLiveInvitations, useMakeInvitation } from './invitations.queries.ts'
import { madeLinksAtom } from './invitations.state.ts'
import { LinkToSend } from './LinkToSend.tsx'
import { RunningLinks } from './RunningLinks.tsx'
import './invitations.css'

const ROW_PX = 60

interface InviteDialogProps {
  hubNo: number
  onClose: () => void
}

/** Links into a room: one's own to send, and all that are open. Its maker is told what whoever gets it is told. */
export function InviteDialog({ hubNo, onClose }: InviteDialogProps) {
  const running = useQuery(invitationsQuery(hubNo))
  useLiveInvitations(hubNo)
  const { userNo } = useAtomValue(authAtom)
  const own = running.data?.find(({ maker }) => maker.userNo === userNo)
  return (
    <Dialog open onClose={onClose} title={t('invitations.title')}>
      <div className="invite">
        <p>{t('invitations.lead')}</p>
        <p className="invite__terms">
          {t('invitations.terms')} {t('invitations.notesSeen')}
        </p>
        {running.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
        <LoadFailure query={running} />
        {running.data && <OwnLink hubNo={hubNo} own={own} />}
        {running.data && <RunningLinks hubNo={hubNo} links={running.data} myNo={userNo} />}
      </div>
    </Dialog>
  )
}

/** To send while this tab knows its address and somebody can still come by it, else to make. */
function OwnLink({ hubNo, own }: { hubNo: number; own: InvitationView | undefined }) {
  const made = useAtomValue(madeLinksAtom).get(hubNo)
  const making = useMakeInvitation(hubNo)
  if (own && !isUsedUp(own) && made?.madeAt === own.madeAt) return <LinkToSend token={made.token} />
  const rejected = making.data && !making.data.success ? making.data.message : ''
  return (
    <div className="invite__make">
      {own && <p>{isUsedUp(own) ? t('invitations.ownUsedUp', own) : t('invitations.ownStands')}</p>}
      <Button
        kind="primary"
        busy={making.isPending}
        onClick={() => making.mutate(own ? { replaced: own.maker.userNo } : {})}
      >
        {t(own ? 'invitations.makeAnew' : 'invitations.make')}
      </Button>
      <Message kind="error">{making.isError ? failureText(making.error) : rejected}</Message>
    </div>
  )
}
