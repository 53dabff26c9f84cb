import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { receivedInvitationQuery } from './invitations.queries.ts'
import { receivedInvitationAtom } from './invitations.state.ts'
import { OpenInvitation } from './OpenInvitation.tsx'
import './invitations.css'

/** Where an invitation link leads. Its token stands in the fragment, which no browser sends anywhere. */
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
      {token === null && <Closed>{t('invitations.withoutToken')}</Closed>}
      {token !== null && invitation.isPending && <ScreenPending isPart />}
      <LoadFailure query={invitation} title={t('invitations.loadFailed')} />
      {invitation.data?.success === false && <Closed>{invitation.data.message}</Closed>}
      {token !== null && invitation.data?.success && (
        <OpenInvitation
          token={token}
          invitation={invitation.data}
          onChanged={() => void invitation.refetch()}
        />
      )}
    </Card>
  )
}

function Closed({ children }: { children: string }) {
  return (
    <EmptyState action={<ButtonLink to={paths.home}>{t('shell.toHome')}</ButtonLink>}>{children}</EmptyState>
  )
}

/** Takes it out of the address as soon as it is read; null without one. */
function useReceivedToken(): string | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [{ token }, keep] = useAtom(receivedInvitationAtom)
  const given = hash.slice(1)

  useEffect(() => {
    if (given === '') return
    keep({ token: given })
    void navigate(pathname, { replace: true })
  }, [given, keep, navigate, pathname])

  return given === '' ? token : given
}
