import document1 from './content/documents/1-database-design.md?raw'
import document2 from './content/documents/2-sets-and-joins.md?raw'
import document3 from './content/documents/3-democracy-and-guns.md?raw'
import document4 from './content/documents/4-industry-and-strategy.md?raw'
import document5 from './content/documents/5-resources-and-innovation.md?raw'
import document6 from './content/documents/6-meeting-minutes.md?raw'
import document7 from './content/documents/7-reading-bombom.md?raw'
import document8 from './content/documents/8-bayes-checkup.md?raw'
import type { DocumentNo } from './content/types.ts'

const documents: Record<DocumentNo, string> = {
  1: document1,
  2: document2,
  3: document3,
  4: document4,
  5: document5,
  6: document6,
  7: document7,
  8: document8,
}

/** The text of a sample document. Load this module lazily: it contains all eight. */
export function documentOf(documentNo: DocumentNo): string {
  return documents[documentNo]
}
