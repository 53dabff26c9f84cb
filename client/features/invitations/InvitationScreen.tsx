import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MissingState } from '#client/features/missing/MissingState.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatDay } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { ifStillHere } from '#client/platform/router/navigation.tsx'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { saveReturnUrl } from '#client/session/viewState.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { ReplyOf } from '#protocol/call.ts'
import type { lookAtInvitation } from '#protocol/invitations.ts'
import { receivedInvitationAtom, receivedInvitationQuery, useJoin } from './invitations.queries.ts'
import './invitations.css'

/** The target of an invitation link. The token is in the URL fragment, which browsers never send. */
export function InvitationScreen() {
  const token = useReceivedToken()
  const isKnown = useAtomValue(authStatusAtom) !== 'checking'
  const { userNo } = useAtomValue(authAtom)
  const invitation = useQuery({
    ...receivedInvitationQuery(token ?? '', userNo),
    enabled: token !== null && isKnown,
  })

  return (
    <Card className="invitation">
      <ScreenTitle title={t('invitations.screen')} />
      {token === null && <MissingState>{t('invitations.withoutToken')}</MissingState>}
      {token !== null && invitation.isPending && <ScreenPending isPart />}
      <LoadFailure query={invitation} title={t('invitations.loadFailed')} />
      {invitation.data?.success === false && <MissingState>{invitation.data.message}</MissingState>}
      {token !== null && invitation.data?.success && (
        <InvitationDetails
          token={token}
          invitation={invitation.data}
          onChanged={() => void invitation.refetch()}
        />
      )}
    </Card>
  )
}

/** Reads the token and removes it from the URL; null without one. */
function useReceivedToken(): string | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [{ token }, setInvitation] = useAtom(receivedInvitationAtom)
  const tokenInHash = hash.slice(1)

  useEffect(() => {
    if (tokenInHash === '') return
    setInvitation({ token: tokenInHash })
    void navigate(pathname, { replace: true })
  }, [tokenInHash, setInvitation, navigate, pathname])

  return tokenInHash === '' ? token : tokenInHash
}

interface InvitationDetailsProps {
  token: string
  invitation: Extract<ReplyOf<typeof lookAtInvitation>, { success: true }>
  /** Called when the invitation has changed on the server. */
  onChanged: () => void
}

/** The inviter, the consequences of joining, and the actions. */
function InvitationDetails({ token, invitation, onChanged }: InvitationDetailsProps) {
  const { inviter, memberCount, expiresAt, hubNo, isWithBlocked } = invitation
  const isSignedIn = useAtomValue(authStatusAtom) === 'signedIn'
  const { language } = useLanguage()
  if (hubNo !== null) return <AlreadyMember hubNo={hubNo} />
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
        {t('invitations.until', { date: formatDay(new Date(expiresAt), language, Date.now()) })}
      </p>
      {isSignedIn ? <JoinActions token={token} onChanged={onChanged} /> : <SignInActions />}
    </>
  )
}

function AlreadyMember({ hubNo }: { hubNo: number }) {
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

function JoinActions({ token, onChanged }: Pick<InvitationDetailsProps, 'token' | 'onChanged'>) {
  const joinMutation = useJoin()
  const navigate = useNavigate()
  const showToast = useSetAtom(showToastAtom)
  const rejection = joinMutation.data?.success === false ? joinMutation.data : null

  function join(): void {
    const enter = ifStillHere((hubNo: number) => void navigate(paths.discussion(hubNo), { replace: true }))
    joinMutation.mutate(token, {
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
        <Button kind="primary" busy={joinMutation.isPending} onClick={join}>
          {t('invitations.join')}
        </Button>
        <ButtonLink to={paths.home}>{t('invitations.decline')}</ButtonLink>
      </div>
      <Message kind="error">
        {joinMutation.isError ? failureText(joinMutation.error) : rejection?.message}
      </Message>
      {rejection?.existingHubNo !== undefined && (
        <Link to={paths.discussion(rejection.existingHubNo)}>{t('hubs.toThatRoom')}</Link>
      )}
    </>
  )
}

/** Both links return here after sign-in. */
function SignInActions() {
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
