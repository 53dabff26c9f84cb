import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { SKIPPED_NAMED_MAX } from './import.files.ts'
import type { FrontMatterReport, NotedFile } from './import.notes.ts'

interface ReportProps {
  files: readonly NotedFile[]
}

/** What becomes of the metadata that other programs wrote above their notes. */
export function FrontMatterReports({ files }: ReportProps) {
  const reports = files.flatMap(({ report }) => report ?? [])
  const rows = reports.map(report => ({ name: report.name, hint: hintOf(report) }))
  return <Report summary={t('imports.frontMatter', { count: rows.length })} rows={rows} />
}

function hintOf({ hasTimes, tags, kept, hasRest }: FrontMatterReport): string {
  return [
    hasTimes && t('imports.frontMatterTimes'),
    tags.length > 0 && t('imports.frontMatterTags', { tags: tags.map(tag => `#${tag}`).join(' ') }),
    hasRest &&
      (kept.length > 0
        ? t('imports.frontMatterKept', { names: kept.join(', ') })
        : t('imports.frontMatterRest')),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Links between files that lead to none of those that were chosen. */
export function UnresolvedLinks({ files }: ReportProps) {
  const rows = files.flatMap(({ path, unresolved }) =>
    unresolved.map(written => ({ name: written, hint: path.join('/') })),
  )
  return <Report summary={t('imports.unresolved', { count: rows.length })} rows={rows} />
}

function Report({ summary, rows }: { summary: string; rows: readonly { name: string; hint: string }[] }) {
  if (rows.length === 0) return null
  return (
    <Disclosure summary={summary}>
      <ul className="imports__notes">
        {rows.slice(0, SKIPPED_NAMED_MAX).map(({ name, hint }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they neither move nor change
          <li key={place}>
            <span className="imports__note-title">{name}</span>
            <span className="imports__hint">{hint}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
