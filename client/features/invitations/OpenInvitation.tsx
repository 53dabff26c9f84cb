import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { dayOf } from '#client/platform/language/time.ts'
import { ifStillHere } from '#client/platform/router/ifStillHere.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { saveReturnUrl } from '#client/session/returnAddress.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Message } from '#client/ui/Message.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { ReplyOf } from '#protocol/call.ts'
import type { lookAtInvitation } from '#protocol/invitations.ts'
import { useJoin } from './invitations.queries.ts'

interface OpenInvitationProps {
  token: string
  invitation: Extract<ReplyOf<typeof lookAtInvitation>, { success: true }>
  /** It is not, or no longer, as it was told. */
  onChanged: () => void
}

/** Who invites, what coming in means, and the ways on: into the room, or first through signing up or in. */
export function OpenInvitation({ token, invitation, onChanged }: OpenInvitationProps) {
  const { inviter, memberCount, expiresAt, hubNo, isWithBlocked } = invitation
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const { language } = useLanguage()
  if (hubNo !== null) return <Inside hubNo={hubNo} />
  return (
    <>
      <div className="invitation__from">
        <Avatar
          person={{ userNo: inviter.userNo, name: inviter.userName, picture: inviter.profPic || null }}
        />
        <div>
          <p className="invitation__who">{t('invitations.from', { name: inviter.userName })}</p>
          <p className="invitation__count">{t('invitations.count', { count: memberCount })}</p>
        </div>
      </div>
      <p className="invitation__explained">{t('invitations.explained')}</p>
      {isWithBlocked && <p className="invitation__blocked">{t('invitations.withBlocked')}</p>}
      <p className="invitation__until">
        {t('invitations.until', { date: dayOf(new Date(expiresAt), language, Date.now()) })}
      </p>
      {isSignedIn ? <WayIn token={token} onChanged={onChanged} /> : <WaysToSignIn />}
    </>
  )
}

function Inside({ hubNo }: { hubNo: number }) {
  return (
    <>
      <p className="invitation__explained" role="status">
        {t('invitations.inside')}
      </p>
      <div className="invitation__buttons">
        <ButtonLink kind="primary" to={paths.discussion(hubNo)}>
          {t('invitations.toRoom')}
        </ButtonLink>
      </div>
    </>
  )
}

function WayIn({ token, onChanged }: Pick<OpenInvitationProps, 'token' | 'onChanged'>) {
  const joining = useJoin()
  const navigate = useNavigate()
  const showToast = useSetAtom(showToastAtom)
  const rejection = joining.data?.success === false ? joining.data : null

  function join(): void {
    const enter = ifStillHere((hubNo: number) => void navigate(paths.discussion(hubNo), { replace: true }))
    joining.mutate(token, {
      onSuccess(reply) {
        if (!reply.success) return reply.reason === 'sameMembers' ? undefined : onChanged()
        showToast({ text: t('invitations.joined') })
        enter(reply.hubNo)
      },
    })
  }

  return (
    <>
      <div className="invitation__buttons">
        <Button kind="primary" busy={joining.isPending} onClick={join}>
          {t('invitations.join')}
        </Button>
        <ButtonLink to={paths.home}>{t('invitations.decline')}</ButtonLink>
      </div>
      <Message kind="error">{joining.isError ? failureText(joining.error) : rejection?.message}</Message>
      {rejection?.existingHubNo !== undefined && (
        <Link to={paths.discussion(rejection.existingHubNo)}>{t('hubs.toThatRoom')}</Link>
      )}
    </>
  )
}

/** Whichever they take, signing in leads back here. */
function WaysToSignIn() {
  useEffect(() => saveReturnUrl(paths.invitation), [])
  return (
    <>
      <div className="invitation__buttons">
        <ButtonLink kind="primary" to={paths.signUp}>
          {t('invitations.signUp')}
        </ButtonLink>
        <ButtonLink to={paths.signIn}>{t('invitations.signIn')}</ButtonLink>
      </div>
      <p className="invitation__until">{t('invitations.afterwards')}</p>
    </>
  )
}
