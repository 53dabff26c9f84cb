import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { beginOidcLink, type OidcLinkView, unlinkOidc } from '#protocol/oidc.ts'
import { useBegin } from './OidcButtons.tsx'
import { useOidcProviders } from './oidc.providers.ts'
import { oidcLinksQuery } from './oidc.queries.ts'
import '#client/ui/listRow.css'
import './oidc.css'

const ROW_PX = 68

interface OidcLinkListProps {
  /** A link to an unconfirmed account would be removed by its confirmation. */
  mustConfirmEmail: boolean
  /** The password must be confirmed again before an account can be linked. */
  onConfirmationExpired: () => void
}

/** The linked identities, with a button for each provider; renders nothing if the server has no providers. */
export function OidcLinkList(props: OidcLinkListProps) {
  return useOidcProviders().length === 0 ? null : <LinkSection {...props} />
}

function LinkSection({ mustConfirmEmail, onConfirmationExpired }: OidcLinkListProps) {
  const providers = useOidcProviders()
  const query = useQuery(oidcLinksQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const { busyName, errorMessage, begin } = useBegin(
    name => callApi(beginOidcLink, { provider: name }),
    reply => {
      if (!reply.authenticated) onConfirmationExpired()
    },
  )
  const links = query.data?.links
  const unlinked = providers.filter(({ name }) => !links?.some(link => link.name === name))

  return (
    <section>
      <h2 className="my-info__heading" ref={heading} tabIndex={-1}>
        {t('oidc.links')}
      </h2>
      <p className="my-info__lead">{t('oidc.linksLead')}</p>
      <Card padded={false}>
        {query.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
        <LoadFailure query={query} />
        <ul>
          {links?.map(link => (
            <LinkRow
              key={link.linkId}
              link={link}
              onRemoved={() => heading.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
        <div className="my-info__footer">
          {errorMessage === '' ? (
            <Message>{query.data && noteOf({ ...query.data, mustConfirmEmail })}</Message>
          ) : (
            <Message kind="error">{errorMessage}</Message>
          )}
          {links !== undefined &&
            !mustConfirmEmail &&
            unlinked.map(({ name, label }) => (
              <Button key={name} busy={busyName === name} onClick={() => void begin(name)}>
                {t('oidc.link', { provider: label })}
              </Button>
            ))}
        </div>
      </Card>
    </section>
  )
}

interface ListState {
  links: readonly OidcLinkView[]
  hasPassword: boolean
  mustConfirmEmail: boolean
}

function noteOf({ links, hasPassword, mustConfirmEmail }: ListState): string | undefined {
  if (mustConfirmEmail) return t('oidc.confirmFirst')
  if (!hasPassword) return t('oidc.noPassword')
  return links.length === 0 ? t('oidc.noLinks') : undefined
}

interface LinkRowProps {
  link: OidcLinkView
  /** The row disappears with the focus. */
  onRemoved: () => void
}

function LinkRow({ link, onRemoved }: LinkRowProps) {
  const [isAsking, setAsking] = useState(false)
  const { linkId, provider, createdAt, lastUsedAt } = link
  const unlink = useUnlink(onRemoved)
  const failure = unlink.error
    ? failureText(unlink.error)
    : unlink.data?.success === false && unlink.data.message

  return (
    <li className="list-row oidc-row">
      <div className="list-row__text">
        <p className="list-row__title">{provider}</p>
        <p className="list-row__meta">
          <span>
            {t('oidc.linkedAt')} <RelativeTime at={createdAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              t('oidc.neverUsed')
            ) : (
              <>
                {t('oidc.lastUsed')} <RelativeTime at={lastUsedAt} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button kind="quiet" aria-label={t('oidc.unlinkOf', { provider })} onClick={() => setAsking(true)}>
        {t('oidc.unlink')}
      </Button>
      {isAsking && (
        <Confirm
          question={t('oidc.unlinkQuestion', { provider })}
          detail={failure ? <span role="alert">{failure}</span> : t('oidc.unlinkMore')}
          confirmLabel={t('oidc.unlink')}
          busy={unlink.isPending}
          onConfirm={() => unlink.mutate(linkId)}
          onCancel={() => {
            setAsking(false)
            unlink.reset()
          }}
        />
      )}
    </li>
  )
}

function useUnlink(onRemoved: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (linkId: string) => callApi(unlinkOidc, { linkId }),
    onSuccess: reply => {
      if (!reply.success) return
      const { links, hasPassword } = reply
      cache.setQueryData(oidcLinksQuery.queryKey, { links, hasPassword })
      onRemoved()
    },
    // Another tab may have removed it.
    onError: () => cache.invalidateQueries({ queryKey: oidcLinksQuery.queryKey }),
  })
}
