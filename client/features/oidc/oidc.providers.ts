import { useEffect, useState } from 'react'
import { isServedByWorker } from '#client/platform/browser/serviceWorker.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getOidcProviders, type OidcProviderView } from '#protocol/oidc.ts'

/**
 * The providers that users can sign in with; none at first, as in the prerendered page. The page names them. Only a page
 * from the service worker, which may be older than the settings of the server, asks the server.
 */
export function useOidcProviders(): readonly OidcProviderView[] {
  const [providers, setProviders] = useState<readonly OidcProviderView[]>([])

  useEffect(() => {
    setProviders(providersOfPage())
    if (!isServedByWorker()) return
    const request = new AbortController()
    callApi(getOidcProviders, {}, { signal: request.signal })
      .then(reply => setProviders(reply.providers))
      // Offline nobody can sign in anyway.
      .catch(() => undefined)
    return () => request.abort()
  }, [])

  return providers
}

function providersOfPage(): OidcProviderView[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="oidc"]')?.content
  return content === undefined ? [] : (JSON.parse(content) as OidcProviderView[])
}

/** Leaves the page for the provider. */
export function goToProvider(url: string): void {
  location.assign(url)
}
