import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { pathOfTag, tagsQuery } from './tags.queries.ts'
import './tags.css'

const SHOWN_AT_FIRST = 20

/** Links to the notes of each tag, those with most notes first. Nothing without tags. */
export function TagList({ current }: { current: string | null }) {
  const { data } = useQuery(tagsQuery)
  const [isOpen, setOpen] = useState(false)
  if (!data || data.tags.length === 0) return null
  const shown = isOpen ? data.tags : data.tags.slice(0, SHOWN_AT_FIRST)
  const hiddenCount = data.tags.length - shown.length
  return (
    <section className="tags" aria-labelledby="tags-title">
      <h2 className="tags__title" id="tags-title">
        {t('tags.title')}
      </h2>
      <ul className="tags__list">
        {shown.map(({ tag, noteCount }) => (
          <li className="tags__item" key={tag}>
            <Link
              className="tags__link"
              to={pathOfTag(tag)}
              aria-current={tag === current ? 'page' : undefined}
              aria-label={t('tags.noteCount', { tag, count: noteCount })}
            >
              <span className="tags__name" dir="auto">
                #{tag}
              </span>
              <span className="tags__count">
                <DecorativeText words={formatNumber(noteCount)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {t('tags.more', { count: hiddenCount })}
        </Button>
      )}
      {isOpen && data.hasMore && <p className="tags__more">{t('tags.onlyMostUsed')}</p>}
    </section>
  )
}
