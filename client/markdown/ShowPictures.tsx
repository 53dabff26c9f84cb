import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { allowHost } from './picture.consent.ts'
import { readableHost } from './picture.policy.ts'

/** Shows the pictures of a host, these and those to come. `alt`: what the picture it stands at shows. */
export function ShowPictures({ host, alt }: { host: string; alt: string }) {
  const named = { host: readableHost(host) }
  return (
    <Button
      className="md-picture__show no-print"
      aria-label={alt === '' ? undefined : t('markdown.pictureShowNamed', { ...named, alt })}
      onClick={() => allowHost(host)}
    >
      {t('markdown.pictureShow', named)}
    </Button>
  )
}
