import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { scrollable } from './scrollable.ts'
import './table.css'

/** A table in a box of its own, which scrolls sideways where the table is wider than the page. */
export function ScrollingTable({ dir, children }: { dir?: string | undefined; children?: ReactNode }) {
  return (
    <div className="md-table" {...scrollable(t('markdown.tableLabel'))}>
      <table dir={dir}>{children}</table>
    </div>
  )
}
