"""Test definitions, suites and cases: their life, and the results and incidents of tests."""

from checks import same, text
from extras import DAY, now
from life import Kind
from metadata.generated.schema.api.tests.createLogicalTestCases import CreateLogicalTestCases
from metadata.generated.schema.api.tests.createTestCase import CreateTestCaseRequest
from metadata.generated.schema.api.tests.createTestCaseResolutionStatus import CreateTestCaseResolutionStatus
from metadata.generated.schema.api.tests.createTestDefinition import CreateTestDefinitionRequest
from metadata.generated.schema.api.tests.createTestSuite import CreateTestSuiteRequest
from metadata.generated.schema.entity.data.table import Table, TableData
from metadata.generated.schema.tests.basic import TestCaseResult, TestResultValue
from metadata.generated.schema.tests.testCase import TestCase, TestCaseParameterValue
from metadata.generated.schema.tests.testDefinition import TestDefinition
from metadata.generated.schema.tests.testSuite import TestSuite
from metadata.utils.entity_link import get_entity_link

PARAMETERS = [{"name": "least", "dataType": "INT", "required": True}]


def walk(life, begin, table):
    born = []
    with life.checks.step("TestSuite of a table"):
        of_table(life.client, table)
    request = CreateTestDefinitionRequest(
        name="sdkAtLeast",
        description="No value is below",
        entityType="COLUMN",
        testPlatforms=["OpenMetadata"],
        supportedDataTypes=["DECIMAL"],
        parameterDefinition=PARAMETERS,
    )
    definition = begin(life, Kind(TestDefinition, request), born)
    request = CreateTestSuiteRequest(name="sdk.suite", description="Before every release")
    suite = begin(life, Kind(TestSuite, request, tags=True), born)
    request = definition and CreateTestCaseRequest(
        name="price is positive",
        entityLink=get_entity_link(Table, text(table.fullyQualifiedName), column_name="price"),
        testDefinition=text(definition.fullyQualifiedName),
        parameterValues=[{"name": "least", "value": "0"}],
    )
    case = request and begin(life, Kind(TestCase, request, tags=True), born)
    if not suite or not case:
        return born
    with life.checks.step("TestCase that is found or made"):
        found_or_made(life.client, table)
    with life.patching("TestCase patch_test_case_definition"):
        redefine(life.client, case)
    with life.checks.step("TestCase in a suite"):
        in_suite(life.client, suite, case)
    with life.checks.step("TestCase results"):
        results(life.client, suite, case)
    with life.patching("TestCase rows that failed"):
        failed_rows(life.client, case)
    with life.checks.step("TestCase incident"):
        incident(life, case)
    return born


def of_table(client, table):
    fqn = text(table.fullyQualifiedName)
    same(client.get_executable_test_suite(fqn), None)
    made = client.get_or_create_executable_test_suite(fqn)
    same((made.basic, text(made.basicEntityReference.id)), (True, text(table.id)))
    same(text(client.get_or_create_executable_test_suite(fqn).id), text(made.id))
    same(text(client.get_executable_test_suite(fqn).id), text(made.id))
    client.delete_executable_test_suite(TestSuite, made.id, recursive=True, hard_delete=True)
    same(client.get_executable_test_suite(fqn), None, "after delete")


def found_or_made(client, table):
    suite = client.get_or_create_test_suite("sdk.other")
    same(text(client.get_or_create_test_suite("sdk.other").id), text(suite.id), "suite")
    client.delete(TestSuite, suite.id, recursive=True, hard_delete=True)
    asked = {"entity_type": "TABLE", "test_platforms": ["dbt"], "test_definition_description": "By dbt"}
    definition = client.get_or_create_test_definition("sdkByDbt", **asked)
    same(text(client.get_or_create_test_definition("sdkByDbt", **asked).id), text(definition.id), "definition")
    fqn = f"{text(table.fullyQualifiedName)}.made"
    link = get_entity_link(Table, text(table.fullyQualifiedName))
    case = client.get_or_create_test_case(fqn, link, text(definition.fullyQualifiedName))
    same(text(case.fullyQualifiedName), fqn)
    same(text(client.get_or_create_test_case(fqn).id), text(case.id), "case")
    client.delete_test_case(fqn)
    same(client.get_by_name(TestCase, fqn), None, "after soft delete")
    client.delete_test_case(fqn, hard=True)
    client.delete(TestDefinition, definition.id, hard_delete=True)
    same(client.get_by_name(TestCase, fqn, include="all"), None, "after hard delete")


def redefine(client, case):
    values = [TestCaseParameterValue(name="least", value="1")]
    client.patch_test_case_definition(case, text(case.entityLink), values, compute_passed_failed_row_count=True)
    changed = client.get_by_id(TestCase, case.id)
    same([(one.name, one.value) for one in changed.parameterValues], [("least", "1")])
    same(changed.computePassedFailedRowCount, True)


def in_suite(client, suite, case):
    client.add_logical_test_cases(CreateLogicalTestCases(testSuiteId=suite.id, testCaseIds=[case.id]))
    same([text(one.id) for one in client.get_by_id(TestSuite, suite.id, fields=["tests"]).tests], [text(case.id)])
    listed = client.list_all_entities(TestCase, params={"testSuiteId": text(suite.id)})
    same([text(one.id) for one in listed], [text(case.id)], "tests of the suite")
    both = client.get_by_id(TestCase, case.id, fields=["testSuites"]).testSuites
    same((len(both), text(suite.id) in [text(one.id) for one in both]), (2, True), "suites of the test")


def results(client, suite, case):
    fqn, at = text(case.fullyQualifiedName), now()
    for number, state in enumerate(("Success", "Failed")):
        values = [TestResultValue(name="least", value=str(number))]
        result = TestCaseResult(timestamp=at + number, testCaseStatus=state, result="Ran", testResultValue=values)
        client.add_test_case_results(result, fqn)
    kept = client.get_test_case_results(fqn, at - DAY, at + DAY)
    same([one.testCaseStatus.value for one in kept], ["Failed", "Success"])
    same([one.testResultValue[0].value for one in kept], ["1", "0"])
    last = client.get_by_id(TestCase, case.id, fields=["testCaseResult", "incidentId"])
    same((last.testCaseStatus.value, text(last.testCaseResult.timestamp)), ("Failed", str(at + 1)))
    assert last.incidentId, "no incident after a failure"
    whole = client.get_by_id(TestSuite, suite.id, fields=["summary"]).summary
    same((whole.total, whole.failed), (1, 1), "summary of the suite")


def failed_rows(client, case):
    rows = TableData(columns=["id", "price"], rows=[[7, -1]])
    same(client.ingest_failed_rows_sample(case, rows).rows, rows.rows)
    same(client.get_failed_rows_sample(case).rows, rows.rows)
    query = "select * from orders where price < 1"
    same(text(client.ingest_inspection_query(case, query).inspectionQuery), query)


def incident(life, case):
    client, fqn = life.client, text(case.fullyQualifiedName)
    opened = client.get_by_id(TestCase, case.id, fields=["incidentId"]).incidentId

    def move(kind, **more):
        request = CreateTestCaseResolutionStatus(testCaseResolutionStatusType=kind, testCaseReference=fqn, **more)
        state = client.create_test_case_resolution(request)
        same((state.testCaseResolutionStatusType.value, text(state.stateId)), (kind, text(opened)))
        return state

    same(move("Ack", severity="Severity2").severity.value, "Severity2")
    assigned = move("Assigned", testCaseResolutionStatusDetails={"assignee": life.owner})
    same(text(assigned.testCaseResolutionStatusDetails.assignee.id), text(life.owner.id))
    now_open = client.get_by_id(TestCase, case.id, fields=["incidentId", "incidentStatus"])
    same(now_open.incidentStatus.testCaseResolutionStatusType.value, "Assigned")
    why = {"testCaseFailureReason": "FalsePositive", "testCaseFailureComment": "A gift costs nothing"}
    resolved = move("Resolved", testCaseResolutionStatusDetails=why)
    same(resolved.testCaseResolutionStatusDetails.testCaseFailureReason.value, "FalsePositive")
    same(client.get_by_id(TestCase, case.id, fields=["incidentId"]).incidentId, None, "incident after it is resolved")
