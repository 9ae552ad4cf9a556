// Prints the schema version and the rows of a Parquet file, one as JSON a line.
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const file = await asyncBufferFromFile(process.argv[2])
const metadata = await parquetMetadataAsync(file)
const version = metadata.key_value_metadata.find(({ key }) => key === 'justext.schema').value
const rows = await parquetReadObjects({ file, compressors })
const json = (key, value) => (typeof value === 'bigint' ? value.toString() : value)
console.log(JSON.stringify({ version, groups: metadata.row_groups.length }))
for (const row of rows) console.log(JSON.stringify(row, json))
