import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { forbidHost, useAllowedHosts } from './picture.consent.ts'
import { readableHost } from './picture.policy.ts'

/** Below a note: the sites whose pictures it shows because they were asked for, and how to take that back. */
export function ShownHosts({ hosts }: { hosts: readonly string[] }) {
  const allowed = useAllowedHosts()
  const shown = hosts.filter(host => allowed.includes(host))
  if (shown.length === 0) return null
  return (
    <ul className="md-picture-hosts no-print" tabIndex={-1} aria-label={t('markdown.pictureHosts')}>
      {shown.map(host => (
        <li key={host}>
          <Button kind="quiet" onClick={() => forbidHost(host)}>
            {t('markdown.pictureStop', { host: readableHost(host) })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
