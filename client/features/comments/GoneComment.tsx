import { useEffect, useRef } from 'react'
import { bringIntoView } from '#client/platform/browser/bringIntoView.ts'
import { t } from '#client/platform/language/language.ts'

/** Tells whoever came for a comment that it is gone, before their eyes: a thread opens elsewhere. */
export function GoneComment() {
  const place = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (place.current) bringIntoView(place.current, 'center')
  }, [])

  return (
    <p ref={place} className="comments__empty" role="status">
      {t('comments.notFound')}
    </p>
  )
}
