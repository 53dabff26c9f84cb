/** Whether the visitor has asked for little to be fetched. Not every browser says so. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
