import { useQuery } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { beginOidcProof } from '#protocol/oidc.ts'
import { useBegin } from './OidcButtons.tsx'
import { useOidcProviders } from './oidc.providers.ts'
import { oidcLinksQuery } from './oidc.queries.ts'
import './oidc.css'

/** Signing in at a linked provider again, for accounts without a password; renders nothing for others. */
export function OidcProof() {
  return useOidcProviders().length === 0 ? null : <ProofButtons />
}

function ProofButtons() {
  const { data } = useQuery(oidcLinksQuery)
  const { busyName, errorMessage, begin } = useBegin(name => callApi(beginOidcProof, { provider: name }))
  if (data === undefined || data.hasPassword) return null
  const usableLinks = data.links.filter(({ name }) => name !== '')
  return (
    <div className="oidc-buttons">
      {/* Without a link, the user signs in by a passkey, which is no proof. */}
      <p className="oidc-buttons__hint">
        {t(usableLinks.length === 0 ? 'oidc.proofByMail' : 'oidc.proofLead')}
      </p>
      {usableLinks.map(({ linkId, name, provider }) => (
        <Button key={linkId} busy={busyName === name} onClick={() => void begin(name)}>
          {t('oidc.proveWith', { provider })}
        </Button>
      ))}
      {errorMessage !== '' && <Message kind="error">{errorMessage}</Message>}
    </div>
  )
}
