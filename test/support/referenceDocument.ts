/** The document of the European Central Bank for a day, with some rates as texts. */
export function referenceDocument(
  asOf: string,
  rates: Readonly<Record<string, string>> = { USD: '1.1642', JPY: '180.77', GBP: '0.86590', PLN: '4.2430' },
): string {
  const rows = Object.entries(rates).map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${asOf}'>
${rows.join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>
`;
}
